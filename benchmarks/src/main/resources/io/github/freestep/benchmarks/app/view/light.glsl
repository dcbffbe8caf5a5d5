// Shared by the boxes and the ground: sunlight and haze.
uniform vec3 eye;
uniform vec3 sun;
uniform float reach;

const vec3 HORIZON = vec3(0.83, 0.87, 0.90);

vec3 hazed(vec3 colour, vec3 at) {
    float far = length(at - eye) / (12.0 * reach);
    return mix(colour, HORIZON, 1.0 - exp(-far * far));
}
