/** Company code whose payment terms stand for the customer. */
export const COMPANY = '1000'
