import { AgeGauge, Dash } from '../parts/age-gauge.tsx'
import { Failure } from '../parts/failure.tsx'
import { ageText, capital, dollars, grouped, satsText, spanText } from '../parts/texts.ts'
import { useSeconds } from '../parts/use-seconds.ts'
import type { DelayedValue, FeedDetail } from '../wire/feeds.ts'
import { usePolled } from '../wire/use-polled.ts'
import { useBought } from '../buy/use-bought.ts'
import { Again, Buying, Result } from './buying.tsx'
import { FiveSentences } from './five-sentences.tsx'
import { PastDay } from './past-day.tsx'
import { MethodRules } from './rules.tsx'

const EVERY_MS = 5_000

const Value = ({ delayed, at }: { readonly delayed: DelayedValue | null; readonly at: number }) => {
  const now = useSeconds()
  if (!delayed) return <p class="muted">There is no free copy of this answer.</p>
  const { value, kind, unit, age_seconds, max_age_minutes, field } = delayed
  return (
    <div>
      <p class="figure">
        {kind === 'number' ? grouped(value) : value}
        {unit && <span class="unit">{unit}</span>}
      </p>
      <p class="muted small">
        <strong>Delayed:</strong> {field} as it was {ageText(age_seconds + (now - at) / 1000)} ago. A free copy may be
        up to {max_age_minutes} minutes old and is unsigned.
      </p>
    </div>
  )
}

const Facts = ({ feed, at }: { readonly feed: FeedDetail; readonly at: number }) => (
  <dl class="facts">
    <div>
      <dt>Live value’s age</dt>
      <dd class="live-age">
        <AgeGauge
          ageSeconds={feed.age_seconds}
          toldAt={at}
          periodSeconds={feed.period_seconds}
          sellableSeconds={feed.sellable_seconds}
          isSold={feed.sellable}
        />
      </dd>
    </div>
    <div>
      <dt>Confidence</dt>
      <dd>{feed.confidence === null ? <Dash what="none stated" /> : feed.confidence.toFixed(2)}</dd>
    </div>
    <div>
      <dt>Sources</dt>
      <dd title={feed.sources.join(', ')}>{feed.sources.length || <Dash what="none named" />}</dd>
    </div>
    <div>
      <dt>Made every</dt>
      <dd>{spanText(feed.period_seconds)}</dd>
    </div>
    <div>
      <dt>An answer costs</dt>
      <dd>
        {dollars(feed.price_usd)} <span class="unit">or {satsText(feed.price_sats)}</span>
      </dd>
    </div>
  </dl>
)

/** `/feeds/…`: one answer, its past day, how it is made, and how to buy it. */
export const FeedPage = ({ path }: { readonly path: string }) => {
  const { value: feed, at, failure } = usePolled<FeedDetail>(`${path}${location.search}`, EVERY_MS)
  const [bought, setBought] = useBought(feed?.path ?? null)
  if (!feed)
    return (
      <>
        <h1>Feed</h1>
        {failure ? <Failure what="This feed could not be loaded." why={failure} /> : <p class="muted">Loading …</p>}
      </>
    )
  return (
    <>
      <p class="crumbs">
        <a href="/feeds">Feeds</a> / {feed.group}
      </p>
      <h1>{capital(feed.title)}</h1>
      <p class="muted">
        <code>GET {feed.path}</code>{' '}
        {feed.sellable ? <span class="tag ok">for sale</span> : <span class="tag no">not for sale</span>}
      </p>
      {!feed.sellable && (
        <div class="notice section-tight" role="status">
          <strong>It cannot be bought now.</strong> <span class="muted">{feed.reason}</span>
        </div>
      )}
      <div class="split section-tight">
        <div class="split-head">
          <Value delayed={feed.delayed} at={at} />
          <Facts feed={feed} at={at} />
        </div>
        <Buying feed={feed} onBought={setBought} />
        <div class="split-rest">
          {bought && <Result feed={feed} bought={bought} />}
          {feed.series && (
            <section class="section">
              <h2>Past day</h2>
              <PastDay series={feed.series} />
            </section>
          )}
          <section class="section">
            <h2>What it is</h2>
            <FiveSentences feed={feed} />
            {feed.sources.length > 0 && (
              <p class="muted small section-tight">Sources of the live value: {feed.sources.join(', ')}.</p>
            )}
          </section>
          <section class="section">
            <h2>How it is made, rule by rule</h2>
            <div class="sheet">
              <MethodRules rules={feed.methodology} />
            </div>
          </section>
          <Again feed={feed} />
        </div>
      </div>
    </>
  )
}
