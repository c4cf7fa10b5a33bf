import { acquireServer } from '.'

/**
 * A user of the embedded server for tests: joins the server of the folder named by the first
 * argument, prints its address, gives it up when its standard input ends.
 */
async function main(): Promise<void> {
  const server = await acquireServer({ folder: process.argv[2] })
  console.log(server.url)
  process.stdin.resume()
  await new Promise((resolve) => process.stdin.once('end', resolve))
  await server.release()
}

main().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
