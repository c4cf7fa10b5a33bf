export * from './order-to-cash'
export * from './quarantine'
export * from './run'
export * from './schemas'
