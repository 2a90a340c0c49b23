#include "CClipper.h"
