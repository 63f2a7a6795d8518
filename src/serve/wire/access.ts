import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { WithinRecord } from '../../model/event-records.ts';
import { findPeer } from '../../process/find-peer.ts';

/** Who may connect. Shape: `hosts` are names that a client may have for this server, without a port; `origins` those of web pages that may. */
export interface Access {
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly isToken: (text: string) => boolean;
}

/** A token that nobody guesses. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares without telling by its time how much of a text was right. */
export function tokenCheckOf(token: string): (text: string) => boolean {
  const digest = hash('sha256', token, 'buffer');
  return (text) => timingSafeEqual(hash('sha256', text, 'buffer'), digest);
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/**
 * Why a request is refused, from any client; undefined where it is not.
 *
 * Any web page can have a browser send requests here. It cannot hide where it comes from, and under a name of its own for this
 * machine it cannot hide that name.
 */
export function refusalOf({ headers }: IncomingMessage, { hosts, origins }: Access): Refusal | undefined {
  const { host = '', origin } = headers;
  if (!hosts.includes(host.replace(/:\d+$/, '').toLowerCase())) {
    return { status: 403, message: 'The Host header names no address of this server.' };
  }
  // The page comes from here: under a name of this server there is nothing else.
  if (origin !== undefined && origin !== `http://${host}` && !origins.includes(origin)) {
    return { status: 403, message: 'Pages of that origin may not connect: see --allow-origin.' };
  }
  return undefined;
}

/** The token of the Authorization header, which is not logged; never one of the URL. */
export function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** The runs that the other end of a connection is inside of. Who is gone could be inside of any. */
export function runsAroundPeer({
  localPort,
  remotePort,
  remoteAddress = '',
}: Socket): readonly WithinRecord[] {
  if (localPort === undefined || remotePort === undefined) return [UNKNOWN];
  const { isGone, within } = findPeer({ localPort, remotePort });
  return isGone && isLoopback(remoteAddress) ? [UNKNOWN] : within;
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address === 'localhost' || /^(?:::ffff:)?127\./.test(address);
}

const UNKNOWN: WithinRecord = { run: 'unknown', agent: '' };
