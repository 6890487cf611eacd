import { useMemo, useState } from 'preact/hooks'
import { LineChart } from '../charts/line-chart.tsx'
import { Box } from '../parts/box.tsx'
import { type AnswerMembers, type Plot, plotOf } from './plots-of.ts'

const short = (value: number): string => String(Number(value.toPrecision(4)))

const Legend = ({ lines }: Pick<Plot, 'lines'>) => (
  <ul class="legend" aria-hidden="true">
    {lines.map(({ name, strength = 1 }) => (
      <li key={name}>
        <i style={{ opacity: strength }} /> {name}
      </li>
    ))}
  </ul>
)

const Readout = ({ plot, at }: { readonly plot: Plot; readonly at: number | null }) => (
  <p class="readout small muted" aria-hidden="true">
    {at === null
      ? `${plot.yName} over ${plot.xName}`
      : `${plot.xName} ${short(plot.xs[at]!)}: ${plot.lines
          .flatMap(({ name, ys }) =>
            typeof ys[at] === 'number' ? [`${plot.lines.length > 1 ? `${name} ` : ''}${short(ys[at])}`] : [],
          )
          .join(', ')}`}
  </p>
)

const Numbers = ({ plot }: { readonly plot: Plot }) => (
  <details class="numbers">
    <summary>The numbers of this chart</summary>
    <Box name={`${plot.title}: numbers`}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="n">
              {plot.xName}
            </th>
            {plot.lines.map(({ name }) => (
              <th scope="col" class="n" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plot.xs.map((x, at) => (
            <tr key={x}>
              <td class="n">{short(x)}</td>
              {plot.lines.map(({ name, ys }) => (
                <td class="n" key={name}>
                  {typeof ys[at] === 'number' ? short(ys[at]) : '—'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  </details>
)

/** An option surface, smiles or a term structure, drawn from a bought answer. */
export const AnswerPlot = ({ answer }: { readonly answer: AnswerMembers }) => {
  const plot = useMemo(() => plotOf(answer), [answer])
  const [at, setAt] = useState<number | null>(null)
  if (!plot) return null
  return (
    <figure class="quotes">
      <figcaption>{plot.title}</figcaption>
      <Readout plot={plot} at={at} />
      <LineChart
        sentence={`${plot.sentence}. The numbers stand in the table below.`}
        xs={plot.xs}
        lines={plot.lines}
        isTime={false}
        height={300}
        xText={short}
        yText={short}
        onPoint={setAt}
      />
      {plot.lines.length > 1 && <Legend lines={plot.lines} />}
      <Numbers plot={plot} />
    </figure>
  )
}
