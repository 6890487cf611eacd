import { registry } from '../../src/feeds/registry.ts'
import type { Endpoint } from '../../src/http/wire/endpoint.ts'
import { someOf } from './draws.ts'

const FEEDS: ReadonlyMap<string, string> = new Map(registry.items.map(({ path, feed }) => [path, feed.id]))

/**
 * Of each feed the routes of a few of its subjects, drawn anew in each run, and all other routes: routes of one feed are
 * made by the same code and differ by words alone.
 */
export const fewOfEachFeed = <E extends Pick<Endpoint, 'path'>>(
  endpoints: readonly E[],
  own: number,
  few = 1,
): readonly E[] =>
  [...Map.groupBy(endpoints, ({ path }) => FEEDS.get(path) ?? path).values()].flatMap((each) => someOf(each, own, few))
