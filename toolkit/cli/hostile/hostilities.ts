// All hostilities, by dimension.
import type { Hostility } from './hostility.js';
import { BOUND_BY_PROFILES } from './table/bound.js';
import { DEATHS, TLS } from './table/deaths.js';
import { DESYNC } from './table/desync.js';
import { ECHOES } from './table/echoes.js';
import { FLOODS } from './table/floods.js';
import { HTTP } from './table/http.js';
import { STORIES } from './table/stories.js';
import { TEXTS } from './table/texts.js';
import { VALUES_IN_MEMBERS } from './table/values.js';
import { WEBSOCKET } from './table/websocket.js';

export const HOSTILITIES: readonly Hostility[] = [
  ...HTTP,
  ...WEBSOCKET,
  ...TLS,
  ...VALUES_IN_MEMBERS,
  ...FLOODS,
  ...DEATHS,
  ...ECHOES,
  ...DESYNC,
  ...BOUND_BY_PROFILES,
  ...TEXTS,
  ...STORIES,
];
