package io.github.freestep.net.codec;

import org.jspecify.annotations.Nullable;

/**
 * How many models a coder has.
 *
 * @param flags the models of flags
 * @param numbers the sets of models of numbers
 * @param sizes further models of the sizes of numbers, by context
 * @param starts how some of them begin; null if none has learnt anything
 */
public record CoderModels(
        int flags, int numbers, int sizes, @Nullable ModelStarts starts) {}
