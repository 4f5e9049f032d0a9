/** The parts of a package.json that matter to a package. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly repository?: unknown;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The oldest Node on which the compiled suite runs; node-needed.ts says so to whoever has an older one. */
const engines = { node: '>=22.18' };

/** What is in the package besides the files that npm always takes; the build makes nothing else. */
const files = [
  'fixtures',
  'suites',
  'properties',
  'sandbox',
  'proof',
  'reporters',
  'docs',
  'vitest.config.js',
  'vitest.config.js.map',
  'built.json',
  '.env.example',
];

/** The manifest of the package, made from that of the clone: no scripts, no tools, no Node of its own. */
export function packageManifest(clone: Manifest): object {
  const { name, version, description, license, repository, dependencies } = clone;
  return {
    name,
    version,
    description,
    license,
    keywords: [
      'conformance',
      'certification',
      'api-testing',
      'property-based-testing',
      'card',
      'banking',
      'payment-gateway',
      'sandbox',
    ],
    ...(repository === undefined ? {} : { repository }),
    type: 'module',
    bin: { [name]: 'reporters/command.js' },
    exports: {
      '.': { types: './reporters/library.d.ts', default: './reporters/library.js' },
      './package.json': './package.json',
    },
    files,
    engines,
    dependencies,
    publishConfig: { access: 'public', provenance: true },
  };
}
