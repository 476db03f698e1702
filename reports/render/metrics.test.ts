import { describe, expect, it } from 'vitest';
import { openMetricsDefects } from '../formats/open-metrics.test.aid.js';
import { HOSTILE_TEXTS, SAMPLE_CHECKS, sampleCheck, sampleResults } from '../sample.test.aid.js';
import { renderMetrics } from './metrics.js';

const LATENCIES = [
  { operation: 'placeOrder', count: 4, percentiles: Array.from({ length: 101 }, (_, percent) => percent) },
  { operation: 'ACK to event', count: 1, percentiles: Array.from({ length: 101 }, () => 2.5) },
];

describe('metrics.prom', () => {
  it('has the form of OpenMetrics text', () => {
    expect(openMetricsDefects(renderMetrics(sampleResults(), LATENCIES))).toEqual([]);
  });

  it.each(HOSTILE_TEXTS)('keeps that form where a target is called %j', (name) => {
    const results = sampleResults();
    const { run } = results;
    const text = renderMetrics({ ...results, run: { ...run, target: { ...run.target, name } } }, LATENCIES);
    expect(openMetricsDefects(text)).toEqual([]);
  });

  it('counts every check once', () => {
    const counted = [...renderMetrics(sampleResults()).matchAll(/^tsi_checks\{.*\} (\d+)$/gm)].map(([, count]) =>
      Number(count),
    );
    expect(counted.reduce((sum, one) => sum + one, 0)).toBe(SAMPLE_CHECKS.length);
  });

  it('says verdict, durations and latencies in seconds', () => {
    const text = renderMetrics(sampleResults([sampleCheck({ durationMs: 250 })]), LATENCIES);
    expect(text).toContain('tsi_run_conformant{target="sample"} 1\n');
    expect(text).toContain('tsi_run_duration_seconds{target="sample"} 4.1\n');
    expect(text).toContain('tsi_check_duration_seconds_sum{target="sample",area="auth"} 0.25\n');
    expect(text).toContain('tsi_latency_seconds{target="sample",operation="placeOrder",quantile="0.9"} 0.09\n');
    expect(text).toContain('tsi_latency_seconds_count{target="sample",operation="ACK to event"} 1\n');
  });

  it('says the verdicts that nobody got, too, so that no line of a trend ends', () => {
    expect(renderMetrics(sampleResults([sampleCheck()]))).toContain(
      'tsi_checks{target="sample",area="auth",verdict="fail"} 0\n',
    );
  });
});
