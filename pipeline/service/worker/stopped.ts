/** A job that ended early because the worker was asked to stop; somebody else goes on with it. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
  constructor() {
    super('the worker is stopping')
  }
}
