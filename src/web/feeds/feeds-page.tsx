import { useMemo, useState } from 'preact/hooks'
import { Failure } from '../parts/failure.tsx'
import { clockText } from '../parts/texts.ts'
import type { FeedItem, FeedList } from '../wire/feeds.ts'
import { usePolled } from '../wire/use-polled.ts'
import { FamilyTable } from './family-table.tsx'
import { Intro } from './intro.tsx'

const EVERY_MS = 5_000

/** What most visitors look for stands first. */
const FIRST_FEED = 'price/spot'

/** Items by group, both in the order of the list. */
const inGroups = (items: readonly FeedItem[]): readonly (readonly [string, readonly FeedItem[]])[] =>
  [...Map.groupBy(items, ({ group }) => group)].toSorted(
    ([, a], [, b]) => Number(b[0]?.feed === FIRST_FEED) - Number(a[0]?.feed === FIRST_FEED),
  )

const matches = (item: FeedItem, words: readonly string[]): boolean => {
  const text = `${item.title} ${item.path} ${item.group} ${item.feed}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** `/` and `/feeds`: everything that is sold, how fresh it is, and what it costs. */
export const FeedsPage = ({ path }: { readonly path: string }) => {
  const { value: list, at, failure } = usePolled<FeedList>('/feeds', EVERY_MS)
  const [search, setSearch] = useState('')
  const [onlySold, setOnlySold] = useState(false)
  const words = useMemo(() => search.toLowerCase().split(/\s+/).filter(Boolean), [search])
  const items = list?.items.filter((item) => (!onlySold || item.sellable) && matches(item, words)) ?? []
  const groups = inGroups(items)
  return (
    <>
      {path === '/' ? <Intro list={list} /> : <FeedsHead list={list} />}
      <div class="bar" role="search">
        <label class="field grow">
          <span>Find an answer</span>
          <input
            type="search"
            placeholder="btc usd, funding, gold, rain …"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={onlySold}
            onChange={({ currentTarget }) => setOnlySold(currentTarget.checked)}
          />
          Only what can be bought now
        </label>
      </div>
      <p class="muted small as-of" role="status">
        {list
          ? `${items.length} of ${list.total} answers, as of ${clockText(at)}${failure ? `. Asking again failed: ${failure}` : ''}`
          : failure
            ? ''
            : 'Loading …'}
      </p>
      {!list && failure && <Failure what="The list could not be loaded." why={failure} />}
      {list && items.length === 0 && <p class="section">Nothing matches these words.</p>}
      {groups.map(([name, found]) => (
        <FamilyTable key={name} name={name} items={found} at={at} isWhole={words.length > 0} />
      ))}
    </>
  )
}

const FeedsHead = ({ list }: { readonly list: FeedList | null }) => (
  <>
    <h1>Feeds</h1>
    <p class="lead">
      {list ? `${list.sellable} of ${list.total} answers can be bought now.` : 'Everything that is sold.'} Values here
      are free copies, delayed and unsigned.
    </p>
  </>
)
