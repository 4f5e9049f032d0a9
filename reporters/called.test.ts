import { describe, expect, test } from 'vitest';
import { calledInstead } from './called-instead.ts';
import { called, type CommandName, listed, prefixOf } from './called.ts';
import { problemWithNode } from './node-needed.ts';
import { fileOf, sourceOf } from './own-files.ts';

describe('a command as somebody types it', () => {
  const cases: [CommandName, string, inAClone: string, installed: string][] = [
    ['certify', '', 'npm start', 'npx card-service-conformance certify'],
    ['certify', '--bail', 'npm start -- --bail', 'npx card-service-conformance certify --bail'],
    ['doctor', '', 'npm start -- doctor', 'npx card-service-conformance doctor'],
    ['list', '--json', 'npm start -- list --json', 'npx card-service-conformance list --json'],
    ['matrix', 'a=b', 'npm run matrix -- a=b', 'npx card-service-conformance matrix a=b'],
    ['merge', '', 'npm run merge', 'npx card-service-conformance merge'],
    ['merge', 'a b', 'npm run merge -- a b', 'npx card-service-conformance merge a b'],
  ];

  test.for(cases)('%s %s', ([command, words, inAClone, installed]) => {
    expect(called(command, words, false)).toBe(inAClone);
    expect(called(command, words, true)).toBe(installed);
  });

  test('takes options after what stands before them in a help', () => {
    expect(prefixOf('certify', false)).toBe('npm start --');
    expect(prefixOf('doctor', false)).toBe('npm start -- doctor');
    expect(prefixOf('merge', false)).toBe('npm run merge --');
    expect(prefixOf('merge', true)).toBe('npx card-service-conformance merge');
  });

  test('is told to whoever typed it as a word of another one', () => {
    expect(calledInstead('merge', false)).toBe('npm run merge');
    expect(calledInstead('prove', false)).toBe('npm run prove');
    expect(calledInstead('prove', true)).toBeUndefined();
    expect(calledInstead('merge', true)).toBe('npx card-service-conformance merge');
    expect(calledInstead('toString', false)).toBeUndefined();
  });

  test('is listed beside what it is for', () => {
    expect(
      listed([
        ['list', 'WORD', 'shows'],
        ['verify', '', 'checks'],
      ]),
    ).toBe('  npm start -- list WORD   shows\n  npm run verify           checks');
  });
});

describe('the Node that is needed', () => {
  test('is the one that a clone brings along', () => {
    expect(problemWithNode('22.18.0', false)).toMatch(/Node 24, not 22\.18\.0.*npm/);
    expect(problemWithNode('24.0.0', false)).toBeUndefined();
  });

  test('is a recent one where the package is installed', () => {
    expect(problemWithNode('22.17.9', true)).toBe('This needs Node 22.18 or newer, not 22.17.9.');
    expect(problemWithNode('20.20.0', true)).toContain('22.18');
    expect(problemWithNode('22.18.0', true)).toBeUndefined();
    expect(problemWithNode('24.0.0', true)).toBeUndefined();
  });
});

test('a file is called by its source, and found as it is', () => {
  expect(sourceOf('suites/v2/card.test.js')).toBe('suites/v2/card.test.ts');
  expect(sourceOf('suites/v2/card.test.ts')).toBe('suites/v2/card.test.ts');
  expect(fileOf('suites/v2/card.test.ts')).toBe('suites/v2/card.test.ts');
});
