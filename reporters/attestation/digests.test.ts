import { describe, expect, test } from 'vitest';
import { digestOfFiles, sha256 } from './digests.ts';

describe('the digest of a text', () => {
  test('is its SHA-256 in hex', () => {
    // The example of FIPS 180-2.
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('the digest of many files', () => {
  // The example of in-toto's description of DigestSet.
  const module = 'github.com/marklodato/go-hello-world@v0.0.1';
  const files = [
    {
      path: `${module}/main.go`,
      sha256: 'ddc4da627d9a9f45fb29641a1b185d6f53287ecfd921aacbf4fe54b7a86fe8d1',
    },
    {
      path: `${module}/README.md`,
      sha256: '3a137eef6458bfb76bb2c63fc29ffc7166604d2d2e09ed9d8250a534122a8364',
    },
    {
      path: `${module}/go.mod`,
      sha256: '28e7c942a036902d981759d0bf5704d2bfc7cb500caf68b84711b234af01c6a5',
    },
  ];

  test('is what in-toto calls dirHash, in whatever order they come', () => {
    const expected = '2a1bb6127fb481c60f67692e22285fb306f3c6ffe62075e0ccf674d7c3adcb8f';

    expect(digestOfFiles(files)).toBe(expected);
    expect(digestOfFiles(files.toReversed())).toBe(expected);
  });

  test('changes with a name, and with a file more or less', () => {
    const [first, ...others] = files;
    const renamed = [{ path: 'other', sha256: first?.sha256 ?? '' }, ...others];

    const digests = [files, renamed, others, []].map(digestOfFiles);

    expect(new Set(digests).size).toBe(4);
  });

  test('refuses a name that could pass for two files', () => {
    expect(() => digestOfFiles([{ path: `a\n${sha256('')}  b`, sha256: sha256('') }])).toThrow(
      'a file name with a line break',
    );
  });
});
