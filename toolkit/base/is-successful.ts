// Whether a status is of the class of successful ones (RFC 9110, 15.3).

export function isSuccessful(status: number): boolean {
  return status >= 200 && status <= 299;
}
