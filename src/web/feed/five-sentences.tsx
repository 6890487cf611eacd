import { capital, dollars, satsText, spanText, wordsOf } from '../parts/texts.ts'
import type { FeedDetail } from '../wire/feeds.ts'

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** The first rule of a method that is told in words: how the number is made. */
const firstRule = (methodology: Readonly<Record<string, unknown>>): readonly [string, string] | null => {
  for (const [name, value] of Object.entries(methodology))
    if (typeof value === 'string' && value.includes(' ')) return [name, value]
  return null
}

/** What it is, how it is made, how fresh it is, what it costs, how to check it: from the definition, nothing written twice. */
export const FiveSentences = ({ feed }: { readonly feed: FeedDetail }) => {
  const rule = firstRule(feed.methodology)
  return (
    <div class="stack">
      <p>{ended(capital(feed.summary))}</p>
      {rule && (
        <p>
          {capital(wordsOf(rule[0]))}: {ended(rule[1])}
        </p>
      )}
      <p>
        A new value is made every {spanText(feed.period_seconds)}, and none is sold that is older than{' '}
        {spanText(feed.sellable_seconds)}.
      </p>
      <p>
        An answer costs {dollars(feed.price_usd)} or {satsText(feed.price_sats)}, paid once, for this one answer.
      </p>
      <p>
        It carries its canonical string, a signature over the SHA-256 of that, and the public key: check it{' '}
        <a href="/verify">in this browser</a>, or with <code>claros verify</code> and a key that you have pinned.
      </p>
    </div>
  )
}
