/** A check that is not ours: games that others have published, played with Freestep and without it. */
package io.github.freestep.real;
