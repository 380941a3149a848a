/** The mark of what a paper is judged by and on: after an upgrade, or with other files, it is another one. */
import { existsSync } from 'node:fs';
import { sha256Hex } from '../lib/hash.ts';
import { ownVersion } from '../lib/package-root.ts';
import { auditRules } from './audit/rules.ts';
import { markOf } from './folder-mark.ts';
import { lintRules } from './lint/rules/all.ts';

/** Patterns are compared by what they match. */
const toText = (_name: string, value: unknown): unknown =>
  value instanceof RegExp ? String(value) : value;

let rules: string | undefined;
/** Of the rules of lint and audit, and of the program that applies them. */
function markOfRules(): string {
  rules ??= sha256Hex(JSON.stringify([ownVersion(), lintRules, auditRules], toText));
  return rules;
}

/** Of the paper in a folder; a folder that is gone has one, too. */
export function judgingMark(dir: string): string {
  return sha256Hex(`${markOfRules()} ${existsSync(dir) ? markOf(dir) : 'gone'}`);
}
