import type { CotReport } from '../../src/sources/positions/cot.ts'

/** The report on bitcoin futures of 9 June 2026, as printed. */
export const JUNE_9: CotReport = {
  date: '2026-06-09',
  openInterest: 19_776,
  traders: {
    leveraged_funds: {
      long: 6_153,
      short: 12_148,
      changeLong: -116,
      changeShort: -679,
      pctLong: '31.1',
      pctShort: '61.4',
    },
    asset_managers: { long: 5_330, short: 2_442, changeLong: 74, changeShort: 289, pctLong: '27.0', pctShort: '12.3' },
    dealers: { long: 5_679, short: 1_990, changeLong: 175, changeShort: -43, pctLong: '28.7', pctShort: '10.1' },
  },
}
