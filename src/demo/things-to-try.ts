import type { DemoStack } from '../launch/demo-stack.ts'

/** The end of the tour: what to do next, each with the whole address. */

const THREE = ({ baseUrl, sandboxUrl, adminUrl }: Places) =>
  [
    ['Read all that is sold, with its prices', [`${baseUrl}/llms.txt`]],
    [
      'Halve the price of ether, and see the oracle follow within seconds',
      [`curl ${sandboxUrl}/world -d '{"shock":{"spot.ETH":0.5}}'`, `curl ${baseUrl}/oracle/price/eth/usd/preview`],
    ],
    ['See what its operator sees: what runs, and what was sold', [`${adminUrl}/actors`, `${adminUrl}/money`]],
  ] as const

type Places = Pick<DemoStack, 'baseUrl' | 'sandboxUrl' | 'adminUrl'>

/** @param ends whether the service ends now; the addresses are then those of another run on this port */
export const thingsToTry = (places: Places, ends: boolean): string =>
  [
    ends ? '\nThree things to try when it stays up, without --once:' : '\nThree things to try:',
    ...THREE(places).map(([what, addresses], at) =>
      [`  ${at + 1}. ${what}`, ...addresses.map((address) => `     ${address}`)].join('\n'),
    ),
  ].join('\n')
