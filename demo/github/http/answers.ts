/** What a handler answers, and the errors GitHub answers in its own words. */

export interface Answer {
  status: number;
  /** JSON unless `type` says otherwise; absent for 204 and 304. */
  body?: unknown;
  /** Content type of a text body that is not JSON (raw files, diffs). */
  type?: string;
  headers?: Record<string, string>;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent = (): Answer => ({ status: 204 });

/** One entry of the `errors` list in a 422. */
export interface FieldError {
  resource: string;
  code: string;
  field?: string;
  message?: string;
  value?: string;
}

/** An answer that ends the handling at once. The message is GitHub's own where we know it. */
export class ApiError extends Error {
  readonly status: number;
  /** Most operations list fields, a few plain sentences. */
  readonly errors: (FieldError | string)[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    errors?: (FieldError | string)[],
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }

  answer(): Answer {
    const body = {
      message: this.message,
      ...(this.errors && { errors: this.errors }),
      documentation_url: 'https://docs.github.com/rest',
      status: String(this.status),
    };
    return { status: this.status, body, headers: this.headers };
  }
}

export const notFound = () => new ApiError(404, 'Not Found');
export const forbidden = () => new ApiError(403, 'Resource not accessible by integration');
export const badCredentials = () => new ApiError(401, 'Bad credentials');
export const invalid = (...errors: FieldError[]) => new ApiError(422, 'Validation Failed', errors);
