import type { ModelProfile } from '../profile.ts';

/** Models that behave alike. */
export interface Family {
  name: string;
  /** Against the model's name in lower case, without endpoint and without the path in front of it. */
  match: RegExp;
  /** The vendor's id in the price list, for endpoints whose own prices are not known. */
  vendor: string;
  profile: Partial<ModelProfile>;
}
