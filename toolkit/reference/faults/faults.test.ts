// The catalogue of faults as data: ids, sections, requirements that exist, changes that change something and only rules.
import { describe, expect, it } from 'vitest';
import { CONTROL_ACTIONS } from '../../profile/control/actions.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { honestRules } from '../rules/rules.js';
import { FAULTS, faultById } from './index.js';

const { byId: requirements } = await loadCatalogue();

describe('the catalogue of faults', () => {
  it('has 200 faults or more, each under an id of its own', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(200);
    const ids = FAULTS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it.each(FAULTS.map((fault) => [fault.id, fault] as const))('%s is well-formed', (id, fault) => {
    expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(fault.section).toMatch(/^\d(?:\.\d)?$/);
    expect(fault.summary).toMatch(/^[A-Za-z].*\.$/);
    expect(fault.requirements.length).toBeGreaterThan(0);
    for (const requirement of fault.requirements) {
      const known = requirements.get(requirement);
      expect(known, requirement).toBeDefined();
      expect(known?.untestable, requirement).toBeUndefined();
      expect(known?.judgedBy, requirement).toBeUndefined();
      expect(known?.level, requirement).not.toBe('may');
    }
    const suggested = fault.requirements.every((one) => requirements.get(one)?.level === 'should');
    expect(fault.level === 'should' && suggested, 'its requirements say its level already').toBe(false);
    if (fault.needs !== undefined) expect(Object.keys(CONTROL_ACTIONS)).toContain(fault.needs);
  });

  it.each(FAULTS.map((fault) => [fault.id, fault] as const))('%s changes rules and nothing else', (_id, fault) => {
    const honest = honestRules();
    const before = { ...honest };
    const faulty = fault.change(honest);
    expect(honest).toEqual(before);
    expect(Object.keys(faulty).sort()).toEqual(Object.keys(honest).sort());
    const names = Object.keys(honest) as (keyof typeof honest)[]; // The keys of a closed record.
    expect(names.filter((name) => faulty[name] !== honest[name]).length).toBeGreaterThan(0);
  });

  it('finds a fault by its id and names the nearest one otherwise', () => {
    expect(faultById('idempotency-reexecute').section).toBe('8');
    expect(() => faultById('idempotency-reexecuted')).toThrow(/did you mean idempotency-reexecute/);
  });
});
