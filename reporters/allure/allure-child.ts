import type { AllureOpening, AllureRequest, Reply } from './allure-process.ts';

// What runs in the process of its own: see allure-process.ts.

const reply = (message: Reply): void => void process.send?.(message);
process.once('disconnect', () => process.exit());

let work = Promise.resolve<((order: AllureRequest) => Promise<void>) | undefined>(undefined);
process.on('message', (order: AllureRequest) => {
  work = work
    .then(async (carryOut) => {
      // Nobody waits any more: the run was broken off.
      if (!process.connected) process.exit();
      if (order.kind === 'open') return await opened(order.opening, reply);
      await carryOut?.(order);
      return carryOut;
    })
    .catch((error: unknown) => {
      reply({ problem: String(error) });
      return undefined;
    });
});

/** What carries out the orders that follow. */
async function opened(
  { resultsDir, environment, failOn, catalogue, pageFolder }: AllureOpening,
  reply: (message: Reply) => void,
): Promise<(order: AllureRequest) => Promise<void>> {
  const { startAllureResults } = await import('./allure.ts');
  const results = startAllureResults(resultsDir, environment, failOn, catalogue);
  // Loaded while the checks still run; whether that went well matters once it is used.
  const page = pageFolder === undefined ? undefined : import('./allure-page.ts');
  page?.catch(() => {});

  return async (order) => {
    if (order.kind === 'check') results.add(order.check);
    if (order.kind !== 'finish') return;
    const { name, overTheRun, causes, scripts } = order.ending;
    results.addOverTheRun(overTheRun);
    results.attach(scripts);
    if (page === undefined || pageFolder === undefined) return reply({});
    const { writeAllurePage } = await page;
    reply({ path: await writeAllurePage({ folder: pageFolder, resultsDir, name, causes }) });
  };
}
