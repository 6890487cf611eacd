import { useRef, useState } from 'preact/hooks'
import { AgeGauge, Dash } from '../parts/age-gauge.tsx'
import { Box } from '../parts/box.tsx'
import { Sparkline } from '../parts/sparkline.tsx'
import { ageText, capital, dollars, grouped, satsText, spanText } from '../parts/texts.ts'
import type { DelayedValue, FeedItem } from '../wire/feeds.ts'
import { usePastDay } from './use-past-day.ts'

/** So many rows of a family are seen at once; the rest behind a button. */
const FIRST_ROWS = 14

/** A delayed value with its age: never one without the other. */
const Delayed = ({ delayed, since }: { readonly delayed: DelayedValue | null; readonly since: number }) => {
  if (!delayed) return <Dash what="no free copy" />
  const { value, kind, unit, age_seconds, max_age_minutes } = delayed
  return (
    <>
      {kind === 'number' ? grouped(value) : value} {unit && <span class="unit">{unit}</span>}
      <span class="second" title={`A free copy may be up to ${spanText(max_age_minutes * 60)} old.`}>
        {ageText(age_seconds + since)} ago
      </span>
    </>
  )
}

const Spark = ({ item }: { readonly item: FeedItem }) => {
  const place = useRef<HTMLTableCellElement>(null)
  const values = usePastDay(item.page, place)
  return (
    <td class="c-spark" ref={place}>
      {values && values.length > 1 ? <Sparkline values={values} /> : values && <Dash what="no points yet" />}
    </td>
  )
}

const Row = ({ item, at }: { readonly item: FeedItem; readonly at: number }) => (
  <tr data-path={item.path}>
    <th scope="row" class="c-name">
      <a href={item.page}>{capital(item.title)}</a>
      {!item.sellable && (
        <span class="second">
          <span class="tag no">not for sale</span> {item.reason}
        </span>
      )}
    </th>
    <td class="n c-value">
      <Delayed delayed={item.delayed} since={0} />
    </td>
    <Spark item={item} />
    <td class="c-age">
      <AgeGauge
        ageSeconds={item.age_seconds}
        toldAt={at}
        periodSeconds={item.period_seconds}
        sellableSeconds={item.sellable_seconds}
        isSold={item.sellable}
      />
    </td>
    <td class="n c-conf">{item.confidence === null ? <Dash what="none stated" /> : item.confidence.toFixed(2)}</td>
    <td class="n c-sources">
      {item.sources.length === 0 ? (
        <Dash what="none named" />
      ) : (
        <span title={item.sources.join(', ')}>{item.sources.length}</span>
      )}
    </td>
    <td class="n c-price">
      {dollars(item.price_usd)}
      <span class="second">{satsText(item.price_sats)}</span>
    </td>
  </tr>
)

/** All items of one family. */
export const FamilyTable = (props: {
  readonly name: string
  readonly items: readonly FeedItem[]
  readonly at: number
  readonly isWhole: boolean
}) => {
  const { name, items, at, isWhole } = props
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen || isWhole || items.length <= FIRST_ROWS + 2 ? items : items.slice(0, FIRST_ROWS)
  const sold = items.filter(({ sellable }) => sellable).length
  const title = capital(name)
  return (
    <section class="family">
      <div class="family-head">
        <h2>{title}</h2>
        <span class="muted small">
          {sold === items.length ? `${sold} for sale` : `${sold} of ${items.length} for sale`}
        </span>
      </div>
      <Box name={`${title}: table`}>
        <table class="feeds">
          <thead>
            <tr>
              <th scope="col" class="c-name">
                Answer
              </th>
              <th scope="col" class="n c-value">
                Delayed value
              </th>
              <th scope="col" class="c-spark">
                Past day
              </th>
              <th scope="col" class="c-age">
                Live value’s age
              </th>
              <th scope="col" class="n c-conf">
                Confidence
              </th>
              <th scope="col" class="n c-sources">
                Sources
              </th>
              <th scope="col" class="n c-price">
                An answer
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((item) => (
              <Row key={item.path} item={item} at={at} />
            ))}
          </tbody>
        </table>
      </Box>
      {shown.length < items.length && (
        <p>
          <button type="button" class="small-button more" onClick={() => setOpen(true)}>
            Show all {items.length} of {title}
          </button>
        </p>
      )}
    </section>
  )
}
