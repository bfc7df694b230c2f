/** An invented person of the world. */
export interface WorldPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly bio: string;
  /** The look that is their profile photo: the name of a scene. */
  readonly face: string;
  readonly camera: string;
  /** What they answer when a trip asks for their mood. */
  readonly mood: string;
}

/** Everybody's password. */
export const password = "likes-waves";

const person = (firstName: string, lastName: string, face: string, camera: string, mood: string, bio: string) => ({
  firstName,
  lastName,
  face,
  camera,
  mood,
  bio,
  email: `${firstName.toLowerCase()}@example.org`,
});

export const people = {
  ana: person("Ana", "Lima", "first-light", "Nine", "stoked", "First in the water, last at the dishes."),
  bo: person("Bo", "Hansen", "barrel", "Nine Mini", "one more wave", "Owns six boards and no shelf."),
  cleo: person("Cleo", "Marsh", "rack", "Waterproof 3", "needs coffee", "Swims in January. Complains in July."),
  dora: person("Dora", "Novak", "van", "Nine", "salty and happy", "Drives, navigates, picks the music. No requests."),
  emil: person("Emil", "Sato", "campfire", "Rangefinder", "sunburnt", "Takes the photo everybody else is in."),
  fay: person("Fay", "Okoro", "palms", "Nine Mini", "ready", "Will trade snacks for lifts."),
  gus: person("Gus", "Lindqvist", "lighthouse", "Nine", "sleepy", "Makes porridge for ten. Eats for four."),
  hana: person("Hana", "Weiss", "wax", "Waterproof 3", "curious", "New to waves, old friend of everybody."),
  ivo: person("Ivo", "Costa", "moonrise", "Nine", "in the zone", "Knows every car park between Porto and Biarritz."),
} as const satisfies Readonly<Record<string, WorldPerson>>;

export type Who = keyof typeof people;
export const everybody = Object.keys(people) as Who[];

/** The five who have a button to log in as. */
export const faces: readonly Who[] = ["ana", "bo", "cleo", "dora", "emil"];
