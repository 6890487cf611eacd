import type { Bought } from '../../../client/src/bought.ts'
import { Checks } from '../parts/checks.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { download } from '../parts/download.ts'
import { AnswerPlot } from '../plots/answer-plot.tsx'
import { forgetAnswer } from './kept-answer.ts'
import { QuotesChart } from './quotes-chart.tsx'

const paidText = ({ paid }: Bought): string => {
  if (!paid) return 'Nothing was asked for it.'
  return paid.rail === 'l402'
    ? `Paid ${paid.sats} sats over Lightning.`
    : `Paid $${paid.usd} in USDC on ${paid.network}.`
}

const pretty = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

/** What was bought: its checks one by one, its sources, and its bytes. */
export const BoughtAnswer = (props: {
  readonly bought: Bought
  /** Of the file that it is downloaded as. */
  readonly name: string
  /** Where it was bought: it is kept under that until it is downloaded. */
  readonly path: string
}) => {
  const { bought, name, path } = props
  const { paid, receipt } = bought
  const save = () => {
    download(bought.body, name)
    forgetAnswer(path)
  }
  return (
    <section class="section bought" aria-label="The answer that was bought">
      <h2>Your answer</h2>
      <p class="muted small breaks">
        {paidText(bought)}
        {paid?.rail === 'x402' && paid.transaction !== null && (
          <>
            {' '}
            Transaction <code>{paid.transaction}</code>.
          </>
        )}
        {receipt?.id && (
          <>
            {' '}
            Receipt <code>{receipt.id}</code>.
          </>
        )}
      </p>
      <QuotesChart answer={bought.answer} />
      <AnswerPlot answer={bought.answer} />
      <div class="section-tight">
        <Checks found={bought.verification} right="The answer is whole and signed." wrong="Do not trust this answer." />
      </div>
      <h3 class="section-tight">The answer</h3>
      <pre class="section-tight answer" tabIndex={0}>
        {pretty(bought.body)}
      </pre>
      <div class="row section-tight">
        <button type="button" class="small-button" onClick={save}>
          Download
        </button>
        <CopyButton text={bought.body} what="the answer" />
        <span class="muted small">This tab keeps it until it is downloaded.</span>
      </div>
    </section>
  )
}
