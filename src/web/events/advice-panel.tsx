import { dollars, satsText, utcText } from '../parts/texts.ts'
import { Failure } from '../parts/failure.tsx'
import type { EventPreview } from '../wire/events.ts'
import type { ToldRule } from '../wire/get-json.ts'
import type { Advice } from './use-preview.ts'
import { Wallets } from './wallets.tsx'

const Broken = ({ rules }: { readonly rules: readonly ToldRule[] }) => (
  <div class="notice">
    <strong>{rules.length === 1 ? 'One rule is broken' : `${rules.length} rules are broken`}</strong>
    <ul class="plain-list">
      {rules.map(({ path, message }) => (
        <li key={`${path} ${message}`} class="breaks">
          {message}
        </li>
      ))}
    </ul>
  </div>
)

const Right = ({ preview }: { readonly preview: EventPreview }) => (
  <div class="stack">
    <p class="verdict ok">
      <strong>These terms can be announced</strong> for {dollars(preview.price_usd)} or {satsText(preview.price_sats)}.
    </p>
    <dl class="rules">
      <div>
        <dt>Event</dt>
        <dd>
          <code>{preview.eventid}</code>
        </dd>
      </div>
      {preview.maturityTs !== undefined && (
        <div>
          <dt>Maturity</dt>
          <dd>{utcText(preview.maturityTs)}</dd>
        </div>
      )}
      {preview.outcomes && (
        <div>
          <dt>Outcomes</dt>
          <dd>{preview.outcomes.join(', ')}</dd>
        </div>
      )}
      {preview.settles && (
        <>
          <div>
            <dt>Breached</dt>
            <dd>{preview.settles.breached}</dd>
          </div>
          <div>
            <dt>Safe</dt>
            <dd>{preview.settles.safe}</dd>
          </div>
        </>
      )}
      {preview.rounding !== undefined && (
        <div>
          <dt>Rounding</dt>
          <dd>{preview.rounding}</dd>
        </div>
      )}
      {preview.nonceCount !== undefined && (
        <div>
          <dt>Nonces</dt>
          <dd>{preview.nonceCount}</dd>
        </div>
      )}
    </dl>
    {[...(preview.advice ?? []), ...(preview.ignored ?? []).map((name) => `${name} is not read`)].map((advice) => (
      <p key={advice} class="notice mild">
        <strong>Advice:</strong> {advice}.
      </p>
    ))}
    {preview.compatibility && <Wallets rows={preview.compatibility} />}
  </div>
)

/** What the free preview says, as it is typed. */
export const AdvicePanel = (props: { readonly advice: Advice | null; readonly missing: readonly string[] }) => {
  const { advice, missing } = props
  return (
    <div class="advice" role="status" aria-live="polite">
      {advice === null && (
        <p class="muted sheet">The free preview answers here while you type. Still needed: {missing.join(', ')}.</p>
      )}
      {advice?.kind === 'asking' && <p class="muted">Asking the free preview …</p>}
      {advice?.kind === 'failed' && <Failure what="The preview could not be asked." why={advice.why} />}
      {advice?.kind === 'wrong' && <Broken rules={advice.rules} />}
      {advice?.kind === 'right' && <Right preview={advice.preview} />}
    </div>
  )
}
