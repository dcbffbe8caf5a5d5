/**
 * What a frame shows at a simulation time: the poses between two states, and what has changed since the last frame. It
 * is given that time, and does not know how it was chosen. {@code Picture} is where to begin, because it calls all
 * others but {@code Packing}, which puts its poses into a host's buffer.
 *
 * <p>A frame reads the arrays and fields of a picture directly. It is the only reader, and asks for them millions of
 * times a second.
 *
 * <p>{@code ChosenFrame} is for {@code freestep-server}, which keeps states of its own and shows them as a sampler
 * would.
 */
package io.github.freestep.render.picture;
