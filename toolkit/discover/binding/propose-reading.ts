// All proposals about reading, from shapes of bodies and messages.
import type { Findings } from '../proposals/proposal.js';
import { bindBodies } from './bodies.js';
import { bindEntities } from './entities.js';
import type { Material } from './material.js';
import { bindMessages } from './messages.js';

export function proposeReading(material: Material): Findings {
  const messages = bindMessages(material);
  const bodies = bindBodies(material);
  const entities = bindEntities(material, messages.roots);
  return {
    proposals: [...bodies.proposals, ...messages.proposals, ...entities],
    confirmed: [],
    remarks: [...messages.remarks, ...bodies.remarks],
  };
}
