import { isPackage } from './own-files.ts';

/** Why this Node cannot run the suite, if so. A clone brings its own; the package runs on its user's. */
export function problemWithNode(version: string, asPackage = isPackage): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (asPackage) {
    const isNewEnough = major > 22 || (major === 22 && minor >= 18);
    return isNewEnough ? undefined : `This needs Node 22.18 or newer, not ${version}.`;
  }
  return major >= 24
    ? undefined
    : `This needs Node 24, not ${version}. Run it with npm (npm start, npm run, npx), which uses the Node that npm install installed.`;
}
