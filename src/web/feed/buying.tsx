import type { Bought } from '../../../client/src/bought.ts'
import { BoughtAnswer } from '../buy/bought-answer.tsx'
import { BuyPanel } from '../buy/buy-panel.tsx'
import { SamePurchase } from '../buy/same-purchase.tsx'
import type { FeedItem } from '../wire/feeds.ts'

const priceOf = ({ price_usd, price_sats }: FeedItem) => ({ usd: price_usd, sats: price_sats })

/** What is loaded when a feed is looked at: its panel, and what comes of it. */
export const Buying = ({
  feed,
  onBought,
}: {
  readonly feed: FeedItem
  readonly onBought: (bought: Bought) => void
}) => <BuyPanel path={feed.path} price={priceOf(feed)} isSold={feed.sellable} what="this answer" onBought={onBought} />

export const Result = ({ feed, bought }: { readonly feed: FeedItem; readonly bought: Bought }) => (
  <BoughtAnswer bought={bought} path={feed.path} name={`${feed.path.slice(1).replaceAll(/[^a-z0-9]+/g, '-')}.json`} />
)

export const Again = ({ feed }: { readonly feed: FeedItem }) => (
  <section class="section">
    <h2>The same purchase from a program</h2>
    <SamePurchase path={feed.path} price={priceOf(feed)} />
  </section>
)
