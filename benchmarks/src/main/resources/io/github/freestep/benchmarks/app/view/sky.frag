in vec3 way;

out vec4 pixel;

void main() {
    float height = normalize(way).y;
    pixel = vec4(mix(HORIZON, vec3(0.40, 0.56, 0.75), smoothstep(0.0, 0.45, height)), 1.0);
}
