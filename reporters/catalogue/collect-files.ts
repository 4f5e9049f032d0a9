import '../node-version.ts';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { apis } from '../../fixtures/requirements/requirement.ts';
import { collectedChecks } from './collected-checks.ts';
import { textOfFiles } from './files-of-checks.ts';

// A step of npm run regenerate: notes which requirements each file has checks of. With an argument the
// file is written there.

const [to = fileURLToPath(new URL('files-of-checks.txt', import.meta.url))] = process.argv.slice(2);
writeFileSync(to, textOfFiles(await collectedChecks(apis)));
