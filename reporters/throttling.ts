import { listenForThrottling } from '../fixtures/target/throttling.ts';
import type { Screen } from './progress.ts';

/** Often enough to be followed, seldom enough to be read. */
const pauseMs = 5_000;

/** Shows at which pace a target that throttles is asked, as long as it does. */
export function showThrottling(screen: Screen, now = () => performance.now()): Disposable {
  const paces = new Map<number, number>();
  let shownAt = Number.NEGATIVE_INFINITY;

  return listenForThrottling(({ worker, perSecond }) => {
    paces.set(worker, perSecond);
    if (now() - shownAt < pauseMs) return;
    shownAt = now();
    const all = [...paces.values()].reduce((sum, one) => sum + one, 0);
    screen.write(
      `the target throttles (HTTP 429): slowing down to about ${Math.max(1, Math.round(all))} requests/s`,
    );
  });
}
