/** The scope of an access token that may read the photos that a person picks. */
export const photosScope = "https://www.googleapis.com/auth/photospicker.mediaitems.readonly";
