import { join } from 'node:path';
import { rolldown } from 'rolldown';

const banner = `#!/usr/bin/env node
// Verifies a folder of conformance reports. It needs Node 20 or newer and nothing else, asks nothing
// over the network, and was made by \`npm run verifier\`: get it, and the signer's public key, on
// another way than the reports. node verifier.mjs --help shows how to use it.`;

/** The verifier as one module for Node 20, readable, made for results of the suite with this digest. */
export async function verifierScript(suiteDigest: string): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'verifier.ts'),
    platform: 'node',
    transform: {
      target: 'node20',
      define: { SUITE_DIGEST: JSON.stringify(suiteDigest) },
    },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: false, banner });
  await bundle.close();
  return output[0].code;
}
