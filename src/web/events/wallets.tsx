import { Box } from '../parts/box.tsx'
import type { WalletRow } from '../wire/events.ts'

/** Which wallet software can use an event of this shape, and why one cannot. */
export const Wallets = ({ rows }: { readonly rows: readonly WalletRow[] }) => (
  <Box name="Wallets: table">
    <table>
      <thead>
        <tr>
          <th scope="col">Wallet software</th>
          <th scope="col">Can use it</th>
          <th scope="col">Reads</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ wallet, usable, reads, reasons }) => (
          <tr key={wallet}>
            <th scope="row">{wallet}</th>
            <td>
              {usable ? <span class="tag ok">yes</span> : <span class="tag no">no</span>}
              {reasons.length > 0 && <span class="second">{reasons.join('; ')}</span>}
            </td>
            <td>
              <code>{reads}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Box>
)
