import type { Verification } from '../../canonical/verify.ts'
import { shortened } from './texts.ts'

/** Each check of a verification, by its words and not by its colour alone. */
export const Checks = ({
  found,
  right,
  wrong,
}: {
  readonly found: Verification
  readonly right: string
  readonly wrong: string
}) => (
  <div class="checks" data-ok={String(found.ok)}>
    <p class={`verdict ${found.ok ? 'ok' : 'no'}`} role="status">
      <strong>{found.ok ? right : wrong}</strong>{' '}
      <span class="small">
        {found.checks.filter(({ ok }) => ok).length} of {found.checks.length} checks passed.
      </span>
    </p>
    <ul>
      {found.checks.map(({ what, ok, detail }, at) => (
        <li key={at} class={ok ? 'ok' : 'no'}>
          <b>{ok ? 'ok' : 'FAIL'}</b>
          <span class="breaks">
            {what}
            {detail !== undefined && (
              <code class="muted" title={detail}>
                {' '}
                {shortened(detail, 24)}
              </code>
            )}
          </span>
        </li>
      ))}
    </ul>
  </div>
)
