package io.github.freestep.net.codec;

/**
 * How many models a coder has.
 *
 * @param flags the models of flags
 * @param numbers the sets of models of numbers
 * @param sizes further models of the sizes of numbers, by context
 */
public record CoderModels(int flags, int numbers, int sizes) {}
