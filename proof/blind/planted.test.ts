import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { type BlindFault, planted, readBlindFaults } from './planted.ts';

const fault = {
  id: 'v2-001',
  level: 'must',
  kind: 'steps',
  sentence: 'A transfer larger than the source balance is declined.',
  fault: 'a second transfer may be larger',
  shown: 'two transfers of the whole balance are approved',
  edits: [{ file: 'sandbox/rules.ts', old: 'amount > balance', new: 'amount >= balance' }],
} as const;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'blind-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

const asked: BlindFault = { ...fault, edits: [...fault.edits], round: 1, api: 'v2' };

test('rounds and APIs come from where a fault stands', () => {
  const folder = folderWith({ 'round-2/v2.yaml': stringify([fault]) });

  expect(readBlindFaults(folder)).toEqual([{ ...asked, round: 2 }]);
});

test('a fault that says too little is no fault', () => {
  const folder = folderWith({ 'round-1/v2.yaml': stringify([{ ...fault, sentence: '' }]) });

  expect(() => readBlindFaults(folder)).toThrow('sentence');
});

test('a fault is planted where its text stands once', () => {
  const root = folderWith({ 'sandbox/rules.ts': 'return amount > balance;' });

  expect(planted(asked, root)).toEqual(
    new Map([[join(root, 'sandbox/rules.ts'), 'return amount >= balance;']]),
  );
});

test.for([
  ['return true;', 'no longer reads "amount > balance"'],
  ['amount > balance || amount > balance', 'in several places'],
])('it cannot be planted in "%s"', ([code = '', why]) => {
  const root = folderWith({ 'sandbox/rules.ts': code });

  expect(planted(asked, root)).toContain(why);
});
