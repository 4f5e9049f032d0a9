import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { captureOutput } from './terminal.ts';

test('hears whatever is printed, by whomever, and lets it pass', () => {
  const [out, error] = [new Printed(), new Printed()];
  const heard = captureOutput([out, error]);

  out.write('one\n');
  error.write(Buffer.from('zwei ü\n'));
  out.write('three\n');

  expect(heard.text).toBe('one\nzwei ü\nthree\n');
  expect([out.text, error.text]).toEqual(['one\nthree\n', 'zwei ü\n']);
});

test('hears nothing more once it is disposed of', () => {
  const out = new Printed();
  const heard = captureOutput([out]);
  out.write('before');

  heard[Symbol.dispose]();
  out.write(', after');

  expect(heard.text).toBe('before');
  expect(out.text).toBe('before, after');
  expect(Object.hasOwn(out, 'write')).toBe(false);
});

class Printed extends Writable {
  text = '';

  override _write(chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}
