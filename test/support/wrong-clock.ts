/** Put in front of a process: its clock is off by `WRONG_CLOCK_MS` until it is told with SIGUSR2 that it is right. */

const real = Date.now.bind(Date)
let off = Number(process.env.WRONG_CLOCK_MS)
Date.now = () => real() + off
process.on('SIGUSR2', () => {
  off = 0
})
