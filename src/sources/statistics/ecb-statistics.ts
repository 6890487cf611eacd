import { csvRecords, csvRows } from '../csv.ts'
import { ecbSource } from '../central-banks/ecb.ts'
import { type Query, UnreadableReply } from '../query.ts'
import { type Frequency, observed, type SeriesReply, seriesOf } from './observation.ts'
import { checkedPeriod } from './period.ts'

const PERIODS_ASKED = 36

/**
 * The last values of one series of the ECB's data portal, named by its flow and its key. A value that is missing is an
 * empty cell. https://data.ecb.europa.eu/help/api/data
 */
export const ecbSeries = (flow: string, key: string, frequency: Frequency): Query<SeriesReply> => ({
  provider: ecbSource,
  path: `/service/data/${flow}/${key}?format=csvdata&lastNObservations=${PERIODS_ASKED}`,
  read: (body) => {
    const records = csvRecords(csvRows(body), ['TIME_PERIOD', 'OBS_VALUE'])
    const rows = records.flatMap(({ KEY = `${flow}.${key}`, TIME_PERIOD = '', OBS_VALUE = '' }) => {
      if (KEY !== `${flow}.${key}`) throw new UnreadableReply(`asked for ${flow}.${key}, answered ${KEY.slice(0, 80)}`)
      return observed(checkedPeriod(TIME_PERIOD, frequency), OBS_VALUE)
    })
    return seriesOf(`${flow}.${key}`, rows)
  },
})
