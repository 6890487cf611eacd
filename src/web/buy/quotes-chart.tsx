import type { Json } from '../../canonical/jcs.ts'
import { Box } from '../parts/box.tsx'
import { grouped } from '../parts/texts.ts'

type Members = Readonly<Record<string, Json>>

interface Quote {
  readonly source: string
  readonly price: string
  readonly currency: string
  readonly used: boolean
  /** In the currency of the answer, for drawing alone. */
  readonly value: number
}

const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The votes of an answer; none where it names none. */
const quotesIn = (answer: Members): readonly Quote[] => {
  const { quotes, currency, usdt_rate: rate } = answer
  if (!Array.isArray(quotes)) return []
  const perTether = isMembers(rate) ? Number(rate['value']) : 1
  return quotes.filter(isMembers).map((quote) => {
    const price = String(quote['price'])
    const isTether = quote['currency'] === 'USDT' && currency !== 'USDT'
    return {
      source: String(quote['source']),
      price,
      currency: String(quote['currency']),
      used: quote['used'] === true,
      value: Number(price) * (isTether ? perTether : 1),
    }
  })
}

/** Each source's quote against the agreed value, in basis points; what was rejected is marked. */
export const QuotesChart = ({ answer }: { readonly answer: Members }) => {
  const agreed = Number(answer['price'])
  const quotes = quotesIn(answer)
  if (quotes.length === 0 || !(agreed > 0)) return null
  const away = quotes.map((quote) => ({ ...quote, bps: ((quote.value - agreed) / agreed) * 10_000 }))
  const most = Math.max(1, ...away.map(({ bps }) => Math.abs(bps)))
  const place = (bps: number): string => `${50 + (48 * bps) / most}%`
  return (
    <figure class="quotes">
      <figcaption>
        Each source’s quote against the agreed {grouped(String(answer['price']))} {String(answer['currency'] ?? '')}
      </figcaption>
      <Box name="Quotes of the sources: table">
        <table>
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col" class="n">
                Quote
              </th>
              <th scope="col" class="quote-axis">
                <span>−{most.toFixed(1)} bps</span>
                <span>agreed</span>
                <span>+{most.toFixed(1)} bps</span>
              </th>
              <th scope="col">Vote</th>
            </tr>
          </thead>
          <tbody>
            {away.map(({ source, price, currency, used, bps }) => (
              <tr key={source} class={used ? '' : 'rejected'}>
                <th scope="row">{source}</th>
                <td class="n">
                  {grouped(price.replace(/(\.\d{6})\d+$/, '$1'))} <span class="unit">{currency}</span>
                </td>
                <td>
                  <span class="dot-line" role="img" aria-label={`${bps.toFixed(2)} basis points from the agreed value`}>
                    <i style={{ left: place(bps) }} />
                  </span>
                </td>
                <td>{used ? <span class="tag ok">used</span> : <span class="tag no">rejected</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </figure>
  )
}
