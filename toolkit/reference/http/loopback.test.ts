import { expect, it } from 'vitest';
import { isLoopback } from './loopback.js';

it.each([
  '127.0.0.1',
  '127.9.8.7',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  'localhost',
  'LocalHost.',
  'a.localhost',
])('knows %s as this machine', (host) => expect(isLoopback(host)).toBe(true));

it.each([
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '127.0.0.1.example.com',
  'localhost.example.com',
  '::2',
  '1::1',
  'fe80::1',
  '127.1',
  '',
])('takes %s for reachable by others', (host) => expect(isLoopback(host)).toBe(false));
