/** Plays games that others have published, with Freestep and without it, and compares them. */
package io.github.freestep.real;
