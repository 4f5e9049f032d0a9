import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { startChild } from './child.ts';
import { temporaryFolder } from './testing.ts';

function childThat(program: string) {
  const file = join(temporaryFolder(), 'child.mjs');
  writeFileSync(file, program);
  return startChild(pathToFileURL(file));
}

test('a process beside this one is told something and answers in bytes', async () => {
  const child = childThat(
    "process.once('message', ({ text }) => process.send(new TextEncoder().encode(text)));",
  );

  child.send({ text: 'naïve' });

  expect(new TextDecoder().decode((await child.lastWord()) as Uint8Array)).toBe('naïve');
});

test('a process that ends without a word is told so, however late somebody asks', async () => {
  const child = childThat("process.once('message', () => process.exit(7));");

  child.send({});

  await expect(child.lastWord()).rejects.toThrow('its process ended with status 7');
  await expect(child.lastWord()).rejects.toThrow('status 7');
});
