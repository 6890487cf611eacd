import type { FeedList } from '../wire/feeds.ts'

/** What a stranger must know first. */
export const Intro = ({ list }: { readonly list: FeedList | null }) => (
  <>
    <h1>Signed data, paid per query</h1>
    <p class="lead">
      {list ? `${list.sellable} of ${list.total} answers can be bought now. ` : ''}No account and no key: pay for one
      answer, over Lightning or in USDC, and verify it offline.
    </p>
    <ol class="steps">
      <li>
        <b>Ask</b>
        Any path answers 402 with its price, over Lightning and in USDC on Base.
        <code>GET /oracle/price/btc/usd</code>
      </li>
      <li>
        <b>Pay for one answer</b>
        The answer is ready before money moves; no payment buys twice.
        <code>402 → L402 or x402</code>
      </li>
      <li>
        <b>Verify it anywhere</b>A canonical string, a signature over its SHA-256, and the public key.
        <code>claros verify answer.json</code>
      </li>
    </ol>
  </>
)
