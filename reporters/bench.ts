import './node-version.ts';
import { InvalidArgumentError } from 'commander';
import { benchClients } from './bench/clients.ts';
import {
  benchGrowth,
  benchLatency,
  benchMemory,
  benchProof,
  benchRequests,
  benchStart,
  benchWorkers,
} from './bench/runs.ts';
import { newCommand, runCommand } from './command-line.ts';
import { suggestion } from './suggestions.ts';

// npm run bench: where the time goes. Figures are ratios measured in one run, as two runs, let
// alone two machines, do not compare. Nothing is asserted.

const parts = {
  client: {
    title: "The suite's client, including recording, masking and shapes",
    run: benchClients,
  },
  start: { title: 'npm start against the embedded sandbox', run: benchStart },
  workers: {
    title: 'How busy each worker is, second by second, in a nightly run',
    run: benchWorkers,
  },
  requests: { title: 'Where the time and the requests of a nightly run go', run: benchRequests },
  latency: { title: 'A target 50 ms away', run: benchLatency },
  memory: { title: 'Memory of a nightly run, and with ten times the cases', run: benchMemory },
  growth: {
    title: 'How a nightly run grows with cases, workers and latency',
    run: benchGrowth,
  },
  proof: { title: 'The quick proof', run: benchProof },
} as const;
type Part = keyof typeof parts;
const names = Object.keys(parts).filter(isPart);

const program = newCommand('npm run bench --')
  .description(
    'Measures how fast the suite is and prints ratios. Takes some minutes; nothing else should be running.',
  )
  .option('--only <parts>', `only these: ${names.join(',')}`, partsIn, names);

await runCommand(program, async () => {
  for (const part of program.opts<{ only: readonly Part[] }>().only) {
    const { title, run } = parts[part];
    console.log(`${title}\n${await run()}\n`);
  }
});

function partsIn(text: string): readonly Part[] {
  return text.split(',').map((word) => {
    if (isPart(word)) return word;
    throw new InvalidArgumentError(`There is no part "${word}"${suggestion(word, names)}.`);
  });
}

function isPart(word: string): word is Part {
  return Object.hasOwn(parts, word);
}
