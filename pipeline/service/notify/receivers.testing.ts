/** A real mail server and a real HTTP receiver on ports of their own. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Mailbox {
  url: string
  /** What has arrived, with the recipients of the envelope. */
  mails: { mail: ParsedMail; to: string[] }[]
  close(): Promise<void>
}

/** @param options to refuse recipients, to ask for a password. */
export async function startMailbox(options: SMTPServerOptions = {}, port = 0): Promise<Mailbox> {
  const mails: Mailbox['mails'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      simpleParser(stream).then((mail) => {
        mails.push({ mail, to: session.envelope.rcptTo.map(({ address }) => address) })
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: taken } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  return { url: `smtp://127.0.0.1:${taken}`, mails, close }
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

export interface Hook {
  url: string
  posts: { path: string; headers: IncomingHttpHeaders; body: string }[]
  close(): void
}

/** An HTTP receiver that takes everything, or answers as it is told. */
export async function startHook(answer: Answer = { status: 204 }): Promise<Hook> {
  const posts: Hook['posts'] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      posts.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook/7f3a`, posts, close }
}
