import { describe, expect, it } from 'vitest'
import { addressList, clientOf } from './client'
import { isAllowedHost } from './hosts'
import { isRouterState } from './router-state'

describe('the client behind proxies', () => {
  const of = (peer: string, forwarded?: string, trusted = '10.0.0.0/8, fd00::/8') =>
    clientOf(
      peer,
      {
        'x-forwarded-for': forwarded,
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'a.example',
      },
      addressList(trusted),
    )

  it('is the other end of the connection, whatever it writes about itself', () => {
    const expected = { address: '192.0.2.9', proto: undefined, host: undefined }
    expect(of('192.0.2.9', '1.2.3.4')).toEqual(expected)
    expect(of('::ffff:192.0.2.9', '10.1.1.1')).toEqual(expected)
    expect(of('127.0.0.1', '1.2.3.4', '').address).toBe('127.0.0.1')
  })

  it('is the first from the right that is no proxy of ours', () => {
    expect(of('10.0.0.1', '6.6.6.6, 198.51.100.4')).toEqual({
      address: '198.51.100.4',
      proto: 'https',
      host: 'a.example',
    })
    expect(of('10.0.0.1', '6.6.6.6, 198.51.100.4, 10.9.9.9').address).toBe('198.51.100.4')
    expect(of('fd00::1', '2001:db8::7').address).toBe('2001:db8::7')
    expect(of('10.0.0.1', '[2001:db8::7]').address).toBe('2001:db8::7')
  })

  it('is the last hop that can be read when one cannot', () => {
    expect(of('10.0.0.1').address).toBe('10.0.0.1')
    expect(of('10.0.0.1', '1.2.3.4, nonsense, 10.0.0.2').address).toBe('10.0.0.2')
  })

  it.each(['10.0.0.0/33', 'proxy.example', '10.0.0.0/x', '::1/129'])('%s is no list', (text) => {
    expect(() => addressList(text)).toThrow(text)
  })
})

describe('allowed hosts', () => {
  const settings = { LAZARET_HOSTS: ['lazaret.intern', 'b.example:8080'], HOST: '127.0.0.1' }
  const own = { ...settings, LAZARET_URL: 'https://lazaret.example.com/app' }

  it.each([
    'localhost:3000',
    '127.0.0.1:3103',
    '[::1]:3000',
    'lazaret.example.com',
    'lazaret.example.com:8443',
    'LAZARET.example.com',
    'lazaret.intern:3000',
    'b.example:8080',
  ])('%s is ours', (host) => expect(isAllowedHost(host, own)).toBe(true))

  it.each([
    '',
    'evil.example',
    'evil.example:3103',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'lazaret.example.com.evil.example',
    'b.example:9090',
    '10.0.0.7:3000',
    'localhost@evil.example',
    'localhost/evil.example',
  ])('%j is not', (host) => expect(isAllowedHost(host, own)).toBe(false))

  it('an address is ours when the app listens on the network: no name points to it', () => {
    for (const HOST of ['0.0.0.0', '::', '10.0.0.7']) {
      expect(isAllowedHost('10.0.0.7:3000', { ...settings, HOST })).toBe(true)
      expect(isAllowedHost('evil.example:3000', { ...settings, HOST })).toBe(false)
    }
  })
})

it('knows a router state that Next can read', () => {
  expect(isRouterState(encodeURIComponent('["",{"children":["__PAGE__",{}]},null,null]'))).toBe(
    true,
  )
  for (const bad of ['x', '%', '[]', '{}', '["",{}', 'a'.repeat(50_000)]) {
    expect(isRouterState(bad)).toBe(false)
  }
})
