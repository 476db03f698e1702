// How long the target took: a distribution per request of the interface, and from ACK to event. Measured, never judged.
import type { JSX } from 'preact';
import type { Latency as Distribution, ViewerData } from '../../render/viewer-data.js';
import { duration } from '../format.js';

const WIDTH = 640;
const HEIGHT = 64;

export function Latency({ data }: { readonly data: ViewerData }): JSX.Element {
  const { latencies } = data;
  return (
    <>
      <h1>Latency</h1>
      <p class="muted">
        From sending to the last byte of the answer, and from the ACK to the event of its operation, as the suite saw it
        while many checks ran at once. Observed, not judged: the interface states no bound.
      </p>
      {latencies.length === 0 ? <p class="empty">The journal holds no answered request.</p> : null}
      <div class="latencies">
        {latencies.map((one) => (
          <section key={one.operation} class="latency" aria-label={one.operation}>
            <h2>{one.operation}</h2>
            <p class="muted">
              {one.count} measured · median {at(one, 50)} · 90 % {at(one, 90)} · 99 % {at(one, 99)} · longest{' '}
              {at(one, 100)}
            </p>
            <Plot distribution={one} />
          </section>
        ))}
      </div>
    </>
  );
}

function at(distribution: Distribution, percent: number): string {
  return duration(distribution.percentiles[percent] ?? 0);
}

/** The cumulative distribution over a logarithmic axis: steep is steady, a long tail runs to the right. */
function Plot({ distribution }: { readonly distribution: Distribution }): JSX.Element {
  const values = distribution.percentiles.map((value) => Math.max(value, 0.01));
  const low = Math.floor(Math.log10(values[0] ?? 1));
  const high = Math.max(low + 1, Math.ceil(Math.log10(values[100] ?? 10)));
  const x = (value: number): number => ((Math.log10(value) - low) / (high - low)) * WIDTH;
  const y = (percent: number): number => HEIGHT - (percent / 100) * (HEIGHT - 8);
  const points = values.map((value, percent) => `${x(value).toFixed(1)},${y(percent).toFixed(1)}`);
  const decades = Array.from({ length: high - low + 1 }, (_, index) => low + index);
  return (
    <svg
      class="plot"
      viewBox={`-28 0 ${WIDTH + 84} ${HEIGHT + 22}`}
      role="img"
      aria-label={`Cumulative distribution of ${distribution.operation}: half within ${at(distribution, 50)}, 99 per cent within ${at(distribution, 99)}`}
    >
      {decades.map((decade) => (
        <g key={decade} class="tick">
          <line x1={x(10 ** decade)} x2={x(10 ** decade)} y1="0" y2={HEIGHT} />
          <text x={x(10 ** decade)} y={HEIGHT + 16}>
            {axisLabel(decade)}
          </text>
        </g>
      ))}
      <polygon
        class="area"
        points={`${points[0]?.split(',')[0]},${HEIGHT} ${points.join(' ')} ${WIDTH},${y(100)} ${WIDTH},${HEIGHT}`}
      />
      <polyline class="curve" points={points.join(' ')} />
      <line class="median" x1={x(values[50] ?? 1)} x2={x(values[50] ?? 1)} y1={y(50)} y2={HEIGHT} />
      <circle class="median" cx={x(values[50] ?? 1)} cy={y(50)} r="3.5" />
    </svg>
  );
}

function axisLabel(decade: number): string {
  return decade >= 3 ? `${10 ** (decade - 3)} s` : `${decade < 0 ? (10 ** decade).toFixed(-decade) : 10 ** decade} ms`;
}
